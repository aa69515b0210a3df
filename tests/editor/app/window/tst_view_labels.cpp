#include "editor/views/view_labels.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <cstdlib>

namespace tst_view_labels
{
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
    void labelsAtTheBorderStandAboveEachOther();
    void aLabelFindsTheGapBetweenOthers();
    void whereThereIsNoRoomALabelStaysAtItsPlace();
    void ofACrowdTheNearestAreShown();
    void coloursOfModesHaveALegend();
};

void TestViewLabels::aLabelStandsAroundItsPlace()
{
    Labelled view;
    QVERIFY((view.add({200, 150}).center() - QPoint{200, 150}).manhattanLength() <= 2);
    QVERIFY((view.add({200, 250}).center() - QPoint{200, 250}).manhattanLength() <= 2);
}

void TestViewLabels::coloursOfModesHaveALegend()
{
    Labelled view;
    view.labels.addLegend(legendOf(engine::ViewMode::Lit), {12, 44});
    QVERIFY(view.pictures.empty());
    const auto overlap = legendOf(engine::ViewMode::Overlap);
    QCOMPARE(overlap.size(), std::size_t{7});
    QVERIFY(overlap[1].color.green() > overlap[1].color.red());
    QCOMPARE(legendOf(engine::ViewMode::Density).size(), std::size_t{3});
    view.labels.addLegend(overlap, {12, 44});
    QCOMPARE(view.pictures.size(), std::size_t{1});
    QCOMPARE(view.pictures[0].x, 12);
    QVERIFY(view.pictures[0].y + view.pictures[0].height <= 300);
}

void TestViewLabels::ofACrowdTheNearestAreShown()
{
    engine::ViewCamera camera;
    camera.position = {0, 2, 0}; // looks along -z
    std::vector<engine::DebugDraw::Label> labels;
    for (int i = 0; i < 400; ++i)
        labels.push_back({{0, 0, -800.F + 2 * static_cast<float>(i)}, std::to_string(i), {}});
    const auto few = labelsToShow({labels.end() - 30, labels.end()}, camera, {400, 300});
    QCOMPARE(few.size(), std::size_t{30});
    const auto shown = labelsToShow(labels, camera, {400, 300});
    QVERIFY(shown.size() > 2 && shown.size() < 20);
    for (std::size_t i = 1; i < shown.size(); ++i) {
        QVERIFY(shown[i - 1].label->at.z > shown[i].label->at.z);
        QVERIFY(shown[i - 1].at.y() - shown[i].at.y() > 20); // nobody reads one over another
    }
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

/// Their places are a little outside of the view, so that half of each is seen.
void TestViewLabels::labelsAtTheBorderStandAboveEachOther()
{
    for (const QPointF& place : {QPointF{-4, 150}, QPointF{404, 150}, QPointF{200, 302}}) {
        Labelled view;
        const auto first = view.add(place);
        QVERIFY(!first.intersects(view.add(place + QPointF{3, 2})));
    }
}

/// As start, goal and reason of a path seen from afar, each a little higher than the one before.
void TestViewLabels::aLabelFindsTheGapBetweenOthers()
{
    Labelled view;
    std::vector<QRect> plates;
    for (int i = 0; i < 8; ++i) {
        const auto plate = view.add({200, 150 - 7.0 * i});
        for (const auto& other : plates)
            QVERIFY(!plate.intersects(other));
        plates.push_back(plate);
    }
}

void TestViewLabels::whereThereIsNoRoomALabelStaysAtItsPlace()
{
    Labelled view;
    for (int i = 0; i < 9; ++i)
        view.add({200, 150});
    QVERIFY((view.add({200, 150}).center() - QPoint{200, 150}).manhattanLength() <= 2);
}

GUI_TEST(TestViewLabels)
} // namespace tst_view_labels

#include "tst_view_labels.moc"
