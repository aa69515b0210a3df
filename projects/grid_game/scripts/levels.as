// The levels, drawn with letters. Each line has a letter for each cell:
//   #  a hard block        P  where the player starts      o  an enemy that strolls
//   .  bare floor          +  a soft block; dice decide    q  one that is quick
//   :  an empty soft one      what it hides                g  one that walks through soft blocks
//   X  a soft block with the exit, and each letter of PowerLetters one with that power-up

int levelCount()
{
    return 3;
}

array<string> levelRows(int level)
{
    if (level == 1)
        return {"###############",
                "#P.:B.+..+.o..#",
                "#.#.#+#.#+#.#.#",
                "#:.F..+.+..+..#",
                "#.#+#.#+#.#+#.#",
                "#..+.o..+..+..#",
                "#+#.#+#.#+#.#X#",
                "#..+..+..S.+..#",
                "#.#+#.#+#.#.#.#",
                "#.+..+..+...o.#",
                "###############"};
    if (level == 2)
        return {"###############",
                "#P.:.+.+..+.q.#",
                "#.#+#.#.#+#.#+#",
                "#:.+.R.+...+..#",
                "#+#.#+#+#.#.#.#",
                "#.T.+.o..+..+.#",
                "#.#.#.#.#.#+#.#",
                "#+..+..F.+..L.#",
                "#.#+#+#.#.#+#.#",
                "#o..+..+.X..q.#",
                "###############"};
    return {"###############",
            "#P.:++.+.+.+.g#",
            "#.#+#D#+#.#+#.#",
            "#:+..+..+..+..#",
            "#.#+#.#+#U#.#+#",
            "#+..+q..+..+..#",
            "#.#+#+#.#+#X#.#",
            "#..+..+..+..W.#",
            "#+#.#+#+#.#+#.#",
            "#g..+..+..+..q#",
            "###############"};
}
