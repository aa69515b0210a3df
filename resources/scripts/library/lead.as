// Where to aim at something that moves, for a shot that flies straight at a constant speed.
//
//     Lead lead = leadDirect(target.position - muzzle, velocity, 20);
//     if (lead.hits)
//         shoot((lead.aim).normalized());
//
// All places are seen from the shooter, in metres; speeds in metres a second. If the shooter moves,
// take its velocity off the target's. The methods are those of the article "Leading the target" of
// the Enginuity circle, with its three slips mended: the change of time is compared without its
// sign, equal speeds have an answer, and a target at the muzzle is hit at once.

class Lead
{
    bool hits = false; // whether the shot can reach it at all
    double time = 0;   // seconds of flight
    Vec3 aim;          // where the target will be then; where it is now if nothing hits

    Lead(const Vec3 &in position) { aim = position; }

    Lead(double time, const Vec3 &in position, const Vec3 &in velocity)
    {
        hits = true;
        this.time = time;
        aim = position + velocity * time;
    }
}

// As if the target stood still while the shot flies to where it is. Good for slow targets, and for
// misses that are fun.
Lead leadFirstOrder(const Vec3 &in position, const Vec3 &in velocity, double speed)
{
    if (!(speed > 0))
        return Lead(position);
    return Lead(position.length() / speed, position, velocity);
}

// The same again and again, until the time of flight changes by less than so many seconds. Finds
// nothing for targets that run away faster than the shot, and may miss as fast ones that come.
Lead leadIterated(const Vec3 &in position, const Vec3 &in velocity, double speed,
                  double least = 0.0001, int most = 100)
{
    if (!(speed > 0))
        return Lead(position);
    double time = 0;
    for (int i = 0; i < most; i++) {
        double next = (position + velocity * time).length() / speed;
        if (abs(next - time) < least)
            return Lead(next, position, velocity);
        time = next;
    }
    return Lead(position);
}

// The exact answer: the smallest time t with |position + velocity t| = speed t.
Lead leadDirect(const Vec3 &in position, const Vec3 &in velocity, double speed)
{
    if (!(speed > 0))
        return Lead(position);
    double a = velocity.dot(velocity) - speed * speed;
    double b = 2 * position.dot(velocity);
    double c = position.dot(position);
    if (c == 0)
        return Lead(0, position, velocity);
    if (abs(a) < 1e-9) // as fast as the shot: the equation is linear
        return b < 0 ? Lead(-c / b, position, velocity) : Lead(position);
    double inRoot = b * b - 4 * a * c;
    if (inRoot < 0)
        return Lead(position);
    double first = (-b - sqrt(inRoot)) / (2 * a);
    double second = (-b + sqrt(inRoot)) / (2 * a);
    double time = first > 0 && second > 0 ? min(first, second) : max(first, second);
    return time > 0 ? Lead(time, position, velocity) : Lead(position);
}

enum LeadMethod
{
    FirstOrder,
    Iterated,
    Direct
}

// One of these three, such as a harder one in later rounds.
Lead leadBy(LeadMethod method, const Vec3 &in position, const Vec3 &in velocity, double speed)
{
    switch (method) {
    case LeadMethod::FirstOrder: return leadFirstOrder(position, velocity, speed);
    case LeadMethod::Iterated: return leadIterated(position, velocity, speed);
    }
    return leadDirect(position, velocity, speed);
}

// The place of the target after so many seconds.
funcdef Vec3 PlaceAt(double seconds);

// The seconds that a shot takes to a place, such as one that falls, or a turret that turns first.
funcdef double TimeTo(const Vec3 &in place);

// For targets and shots of any kind: halves the time between 0 and the latest one that is allowed
// until the shot arrives together with the target. The target must be out of reach at 0 and within
// reach at the end.
Lead leadGeneral(PlaceAt@ placeAt, TimeTo@ timeTo, double latest = 10)
{
    double early = 0;
    double late = latest;
    if (timeTo(placeAt(late)) > late)
        return Lead(placeAt(0));
    for (int i = 0; i < 60; i++) {
        double middle = (early + late) / 2;
        if (timeTo(placeAt(middle)) > middle)
            early = middle;
        else
            late = middle;
    }
    return Lead(late, placeAt(late), Vec3(0, 0, 0));
}
