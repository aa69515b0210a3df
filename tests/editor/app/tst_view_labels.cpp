#include "editor/views/view_labels.h"

#include <QtTest>

#include <cstdlib>

using namespace editor;

namespace
{
/// A view of 400 x 300 points and what is laid over it.
struct Labelled
{
    QRect add(const QPointF& center)
    {
        labels.addText("16.00 m", center, Qt::white, 5);
        const auto& picture = pictures.back();
        return {picture.x, picture.y, picture.width, picture.height};
    }

    std::vector<engine::ViewPicture> pictures;
    ViewLabels labels{pictures, {400, 300}, 1};
};
} // namespace

class TestViewLabels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLabelStandsAroundItsPlace();
    void aLabelIsMovedIntoTheView();
    void labelsAtOnePlaceStandAboveEachOther();
    void whereThereIsNoRoomALabelStaysAtItsPlace();
};

void TestViewLabels::aLabelStandsAroundItsPlace()
{
    Labelled view;
    QVERIFY((view.add({200, 150}).center() - QPoint{200, 150}).manhattanLength() <= 2);
    QVERIFY((view.add({200, 250}).center() - QPoint{200, 250}).manhattanLength() <= 2);
}

void TestViewLabels::aLabelIsMovedIntoTheView()
{
    Labelled view;
    QVERIFY(QRect(0, 0, 400, 300).contains(view.add({1, 1})));
    QVERIFY(QRect(0, 0, 400, 300).contains(view.add({399, 299})));
}

void TestViewLabels::labelsAtOnePlaceStandAboveEachOther()
{
    Labelled view;
    std::vector<QRect> plates;
    for (int i = 0; i < 5; ++i) {
        const auto plate = view.add({200, 150.0 + i});
        for (const auto& other : plates)
            QVERIFY(!plate.intersects(other));
        QVERIFY(std::abs(plate.center().y() - 150) < 3 * (plate.height() + 2));
        plates.push_back(plate);
    }
}

void TestViewLabels::whereThereIsNoRoomALabelStaysAtItsPlace()
{
    Labelled view;
    for (int i = 0; i < 5; ++i)
        view.add({200, 150});
    QVERIFY((view.add({200, 150}).center() - QPoint{200, 150}).manhattanLength() <= 2);
}

QTEST_MAIN(TestViewLabels)
#include "tst_view_labels.moc"
