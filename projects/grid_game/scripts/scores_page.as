// The page of high scores: a scene of its own, which is begun on top of another one and leaves it
// as it was.

#include "high_scores.as"

class ScoresPage : Node
{
    void onTick(float dt)
    {
        Hud::menu("scores", "High scores", Vec2(0, 110));
        array<string> lines = scoreLines();
        for (uint i = 0; i < lines.length(); i++)
            Hud::label("" + (i + 1) + ".  " + lines[i]);
        if (Hud::button("Back") || Hud::back())
            Game::pop();
    }
}
