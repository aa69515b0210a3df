// The five best games. They are kept from one game to the next; before the first one there are some
// to beat.

const string FirstScores = "Ada 5000\nGrace 3500\nAlan 2500\nEdsger 1500\nBarbara 800";

array<string> scoreLines()
{
    return Save::getText("scores", FirstScores).split("\n");
}

int pointsIn(const string &in line)
{
    return int(parseInt(line.substr(line.findLast(" ") + 1)));
}

// Its place among the best, from 0, or -1 if it is none of them.
int addScore(int points)
{
    array<string> lines = scoreLines();
    for (uint i = 0; i < lines.length(); i++)
        if (points > pointsIn(lines[i]))
        {
            lines.insertAt(i, "You " + points);
            lines.removeLast();
            Save::setText("scores", join(lines, "\n"));
            return int(i);
        }
    return -1;
}
