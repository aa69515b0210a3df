#include "engine_core/render/gl/gpu_arena.h"
#include "tests/program/registry.h"

#include <QTest>

#include <random>

namespace tst_range_allocator
{
using namespace engine;

class TestRangeAllocator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rangesNeverOverlap();
    void freedRangesAreUsedAgain();
    void partsOfARangeGrowTogetherAgain();
    void reservedPlacesTakeNoMore();
};

void TestRangeAllocator::rangesNeverOverlap()
{
    RangeAllocator ranges;
    std::minstd_rand random{42};
    std::vector<std::pair<std::uint32_t, std::uint32_t>> live;
    std::vector<int> owner;
    std::uint32_t used = 0;
    for (int step = 1; step <= 4000; ++step) {
        if (live.empty() || random() % 3 != 0) {
            const auto count = static_cast<std::uint32_t>(1 + random() % 60);
            const auto first = ranges.allocate(count);
            owner.resize(std::max(owner.size(), std::size_t{first + count}), 0);
            for (auto i = first; i < first + count; ++i)
                QCOMPARE(std::exchange(owner[i], step), 0);
            live.emplace_back(first, count);
            used += count;
        } else {
            const auto [first, count] = std::exchange(live[random() % live.size()], live.back());
            live.pop_back();
            std::fill_n(owner.begin() + first, count, 0);
            ranges.free(first, count);
            used -= count;
        }
        QCOMPARE(ranges.used(), used);
    }
    QVERIFY(ranges.capacity() >= used);
}

void TestRangeAllocator::freedRangesAreUsedAgain()
{
    RangeAllocator ranges;
    const auto capacity = [&] {
        const auto a = ranges.allocate(1000);
        const auto b = ranges.allocate(2000);
        ranges.free(a, 1000);
        ranges.free(b, 2000);
        return ranges.capacity();
    };
    const auto first = capacity();
    for (int i = 0; i < 100; ++i)
        QCOMPARE(capacity(), first);
}

void TestRangeAllocator::partsOfARangeGrowTogetherAgain()
{
    RangeAllocator ranges;
    const auto first = ranges.allocate(4096);
    for (const std::uint32_t part : {1U, 3U, 0U, 2U})
        ranges.free(first + part * 1024, 1024);
    QCOMPARE(ranges.used(), 0U);
    QCOMPARE(ranges.allocate(4096), first);
}

void TestRangeAllocator::reservedPlacesTakeNoMore()
{
    RangeAllocator ranges;
    ranges.reserve(100'000);
    for (int i = 0; i < 10; ++i)
        static_cast<void>(ranges.allocate(10'000));
    QCOMPARE(ranges.capacity(), 100'000U);
}

PLAIN_TEST(TestRangeAllocator)
} // namespace tst_range_allocator

#include "tst_range_allocator.moc"
