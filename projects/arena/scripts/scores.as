// The ten best scores, kept from one game to the next. Who has never played finds ten entries of
// Nobody, 100 points for the first and 10 for the last.

const int ScoreCount = 10;

int scoreAt(int place)
{
    return int(Save::getNumber("score " + place, 100 - 10 * place));
}

string nameAt(int place)
{
    return Save::getText("name " + place, "Nobody");
}

// Where it stands now, counted from 0; -1 if it is not among the best.
int addScore(const string &in name, int score)
{
    int place = 0;
    while (place < ScoreCount && scoreAt(place) >= score)
        place++;
    if (place == ScoreCount)
        return -1;
    for (int i = ScoreCount - 1; i > place; i--)
    {
        Save::setNumber("score " + i, scoreAt(i - 1));
        Save::setText("name " + i, nameAt(i - 1));
    }
    Save::setNumber("score " + place, score);
    Save::setText("name " + place, name);
    return place;
}
