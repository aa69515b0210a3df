// A board as text, and back. All that matters of an object are whole numbers in public members of
// its script, so nothing here knows what a bomb is: the list says which numbers to keep.

#include "grid.as"
#include "rules.as"

class Kind
{
    string tag;                      // of its objects, and the name of their prefab
    array<string> members;

    Kind(const string &in name, const string &in names)
    {
        tag = name;
        members = names.split(" ");
    }
}

// In the order in which they are made again: who came first has its turn first.
array<Kind@> kinds()
{
    return {Kind("soft", "hides crumbling"),
            Kind("exit", ""),
            Kind("power_up", "kind"),
            Kind("enemy", "kind dice cellX cellZ toX toZ step dying"),
            Kind("bomb", "fuse reach directions passes passesHard isMine isArmed"),
            Kind("blast", "reach directions passes passesHard left spread")};
}

const string BoardMembers = "level ticksLeft score lives dice phase phaseTicks";
const string PlayerMembers = "cellX cellZ toX toZ startX startZ step facing safe dying bombs reach speed "
                             "passes isDangerous hasFullFire hasRemote hasMine hasPowerBomb";

// A new thing in a cell. Its script begins with the next tick and finds its numbers there.
Entity addThing(const string &in prefab, int x, int z, const string &in member = "", int value = 0)
{
    Entity thing = spawnPrefab("prefabs/" + prefab + ".prefab.json", placeOf(x, z));
    if (member != "")
        thing.setInt("script." + member, value);
    return thing;
}

void buildWalls(int level)
{
    array<string> rows = levelRows(level);
    for (int z = 0; z < Depth; z++)
        for (int x = 0; x < Width; x++)
            if (rows[z].substr(x, 1) == "#")
                addThing("hard", x, z);
}

void clearBoard()
{
    array<Entity>@ walls = findByTag("hard");
    for (uint i = 0; i < walls.length(); i++)
        walls[i].destroy();
    array<Kind@> all = kinds();
    for (uint k = 0; k < all.length(); k++)
    {
        array<Entity>@ things = findByTag(all[k].tag);
        for (uint i = 0; i < things.length(); i++)
            things[i].destroy();
    }
}

// The members as numbers, with spaces between.
string numbersOf(Entity thing, const array<string> &in members)
{
    string text;
    for (uint i = 0; i < members.length(); i++)
        if (members[i] != "")
            text += " " + int(thing.getNumber("script." + members[i]));
    return text;
}

void setNumbers(Entity thing, const array<string> &in members, const array<string> &in words, uint first)
{
    for (uint i = 0; i < members.length(); i++)
        if (members[i] != "" && first + i < words.length())
            thing.setInt("script." + members[i], parseInt(words[first + i]));
}

// All things of a kind: a line for each, with its cell and its numbers.
string describeKind(const Kind &in kind)
{
    string text;
    array<Entity>@ things = findByTag(kind.tag);
    for (uint i = 0; i < things.length(); i++)
    {
        Vec3 place = things[i].position;
        text += "" + cellOf(place.x) + " " + cellOf(place.z) + numbersOf(things[i], kind.members) + "\n";
    }
    return text;
}

// The whole game as text: two games that are alike have the same one.
string describeBoard(Entity board)
{
    string text = numbersOf(board, BoardMembers.split(" ")) + "\n" +
                  numbersOf(player(), PlayerMembers.split(" ")) + "\n";
    array<Kind@> all = kinds();
    for (uint k = 0; k < all.length(); k++)
        text += all[k].tag + "\n" + describeKind(all[k]);
    return text;
}

// A value for each kind, since one holds 4,096 letters at most.
bool saveBoard(Entity board)
{
    array<Kind@> all = kinds();
    array<string> texts;
    for (uint k = 0; k < all.length(); k++)
    {
        texts.insertLast(describeKind(all[k]));
        if (texts[k].length() > 4096)
            return false;
    }
    for (uint k = 0; k < all.length(); k++)
        Save::setText("board." + all[k].tag, texts[k]);
    Save::setText("board.player", numbersOf(player(), PlayerMembers.split(" ")));
    Save::setText("board", numbersOf(board, BoardMembers.split(" ")));
    return true;
}

bool restoreBoard(Entity board)
{
    if (!Save::has("board"))
        return false;
    clearBoard();
    // The first word is empty: each number has a space in front.
    setNumbers(board, BoardMembers.split(" "), Save::getText("board").split(" "), 1);
    setNumbers(player(), PlayerMembers.split(" "), Save::getText("board.player").split(" "), 1);
    player().send("place");
    buildWalls(int(board.getNumber("script.level")));
    array<Kind@> all = kinds();
    for (uint k = 0; k < all.length(); k++)
    {
        array<string>@ lines = Save::getText("board." + all[k].tag).split("\n");
        for (uint i = 0; i < lines.length(); i++)
        {
            array<string>@ words = lines[i].split(" ");
            if (words.length() < 2)
                continue;
            Entity thing = addThing(all[k].tag, parseInt(words[0]), parseInt(words[1]));
            setNumbers(thing, all[k].members, words, 2);
        }
    }
    return true;
}
