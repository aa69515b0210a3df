// What stands on the screen over the board. It reads the members of other scripts by their names.

#include "rules.as"

class Status : Node
{
    private string words;
    private double until = 0;        // seconds since the start

    void onTick(float dt)
    {
        Entity board = find("Board");
        showBoard(board);
        showPowers(player());
        int phase = int(board.getNumber("script.phase"));
        if (phase == 1)
            headline("Level " + number(board, "level") + " is done");
        else if (phase == 2)
            headline("Game over");
        else if (time() < until)
            Hud::text(words, Anchor::Top, Vec2(0, 56), 26, Color(1, 0.85, 0.3));
    }

    // A message of who has something to say.
    void note(const string &in text)
    {
        words = text;
        until = time() + 2;
    }

    private int number(Entity of, const string &in member)
    {
        return int(of.getNumber("script." + member));
    }

    private void headline(const string &in text)
    {
        Hud::box(Anchor::Center, Vec2(0, 0), Vec2(620, 110), Color(0.02, 0.03, 0.1), 0.75);
        Hud::text(text, Anchor::Center, Vec2(0, 0), 56, Color(1, 0.85, 0.3));
    }

    private void showBoard(Entity board)
    {
        Hud::box(Anchor::Top, Vec2(0, -12), Vec2(620, 52), Color(0.02, 0.03, 0.1), 0.6);
        for (int i = 0; i < number(board, "lives"); i++)
            Hud::picture("Pictures/heart.png", Anchor::Top, Vec2(-270 + i * 36, -2), Vec2(30, 30));
        int seconds = (number(board, "ticksLeft") + 59) / 60;
        if (seconds < 0)
            seconds = 0;
        string clock = "" + seconds / 60 + ":" + formatInt(seconds % 60, "0", 2);
        Hud::text(clock, Anchor::Top, Vec2(0, 0), 28, seconds < 20 ? Color(1, 0.3, 0.2) : Color(1, 1, 1));
        Hud::text("" + number(board, "score"), Anchor::Top, Vec2(230, 0), 28, Color(1, 0.85, 0.3));
        Hud::text("Level " + number(board, "level"), Anchor::BottomRight, Vec2(0, 0), 22);
    }

    // A row of pictures: what the player can do, with a number where there is one.
    private void showPowers(Entity who)
    {
        int place = 0;
        place = power(place, Power::BombUp, number(who, "bombs"));
        place = power(place, Power::FireUp, number(who, "reach"));
        place = power(place, Power::SpeedUp, number(who, "speed"));
        place = ability(place, Power::FullFire, number(who, "hasFullFire"));
        place = ability(place, Power::Dangerous, number(who, "isDangerous"));
        place = ability(place, Power::PassThrough, number(who, "passes"));
        place = ability(place, Power::Remote, number(who, "hasRemote"));
        place = ability(place, Power::LandMine, number(who, "hasMine"));
        ability(place, Power::PowerBomb, number(who, "hasPowerBomb"));
    }

    private int ability(int place, int kind, int has)
    {
        if (has == 0)
            return place;
        Hud::picture("Pictures/power_" + kind + ".png", Anchor::BottomLeft, Vec2(place, 0), Vec2(36, 36));
        return place + 46;
    }

    private int power(int place, int kind, int value)
    {
        ability(place, kind, 1);
        Hud::text("" + value, Anchor::BottomLeft, Vec2(place + 42, -4), 24);
        return place + 78;
    }
}
