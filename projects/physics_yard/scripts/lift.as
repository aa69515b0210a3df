// A lift that goes up and down by the motor of its slider joint. The motor has so much force and no
// more: who stands on it with a crate is too heavy, and it waits on the floor.

class Lift : Node
{
    [range(0.1, 10), unit("m/s")]
    double speed = 1;

    [range(0, 100000), unit("N"), tooltip("It lifts a fifteenth of that in kilograms, with its own weight")]
    double force = 2600;

    [range(1, 60), unit("s"), tooltip("Time between two ways")]
    double pause = 6;

    private bool up = false;

    void onStart()
    {
        entity.setJointMotor(-speed, force);
        every(pause, Routine(turnBack));
    }

    // Its timer went with the old version of this file.
    void onReload()
    {
        every(pause, Routine(turnBack));
    }

    private void turnBack()
    {
        up = !up;
        entity.setJointMotor(up ? speed : -speed, force);
    }
}
