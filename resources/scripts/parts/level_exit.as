// Begins another scene when the player comes into its trigger, or when a wire says so.

[outputs("leaving")]
class LevelExit : Node
{
    [tooltip("Of the project, such as scenes/cellar.scene.json; empty: nothing begins")]
    string scene = "";

    void onTriggerEnter(Entity other) { leave(); }

    void leave()
    {
        fireOutput("leaving");
        if (scene != "")
            Game::load(scene);
    }
}
