#pragma once

#include <array>
#include <cstddef>

namespace engine
{
/// Up to six equations with a symmetric matrix that has no negative direction. Unknowns along which
/// nothing gives way are 0.
class RowBlock
{
public:
    static constexpr std::size_t Most = 6;
    using Values = std::array<double, Most>;
    using Matrix = std::array<Values, Most>;

    RowBlock() = default;

    /// The lower left of `matrix` counts, in its first `size` rows.
    RowBlock(const Matrix& matrix, std::size_t size) : m_lower{matrix}, m_size{size}
    {
        constexpr double Nothing = 1e-10; // of what a row gives way by itself
        for (std::size_t column = 0; column < size; ++column) {
            double pivot = m_lower[column][column];
            for (std::size_t i = 0; i < column; ++i)
                pivot -= m_lower[column][i] * m_lower[column][i] * m_pivots[i];
            m_pivots[column] = pivot > Nothing * matrix[column][column] ? pivot : 0;
            for (std::size_t row = column + 1; row < size; ++row) {
                double& value = m_lower[row][column];
                for (std::size_t i = 0; i < column; ++i)
                    value -= m_lower[row][i] * m_lower[column][i] * m_pivots[i];
                value = m_pivots[column] > 0 ? value / m_pivots[column] : 0;
            }
        }
    }

    [[nodiscard]] Values solve(Values values) const
    {
        for (std::size_t row = 0; row < m_size; ++row)
            for (std::size_t i = 0; i < row; ++i)
                values[row] -= m_lower[row][i] * values[i];
        for (std::size_t row = 0; row < m_size; ++row)
            values[row] = m_pivots[row] > 0 ? values[row] / m_pivots[row] : 0;
        for (std::size_t row = m_size; row-- > 0;)
            for (std::size_t i = row + 1; i < m_size; ++i)
                values[row] -= m_lower[i][row] * values[i];
        return values;
    }

private:
    Matrix m_lower{};
    Values m_pivots{};
    std::size_t m_size = 0;
};
} // namespace engine
