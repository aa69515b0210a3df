// The numbers that several files of this game share. Each file that says #include "constants.as"
// has its own copy of them; what belongs to one object alone is a property of its class instead,
// where the inspector shows it.

const int MaxBalls = 10;             // in the room at once; then the oldest is thrown again
const int MaxDroids = 50;            // more would have no room to move
const double DroidHitPoints = 20;

const double RoomHalf = 6;           // metres from the middle to the walls
const double DroidRadius = 0.25;     // metres
const double LowestHover = 0.5;      // metres above the floor
const double HoverSpread = 0.5;      // droids hover up to so much higher
