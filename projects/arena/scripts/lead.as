// Where to aim at what moves: three formulas for the time that a shot needs, and a template for
// everything else. The shooter stands still at the origin; the target is at `p`, metres away, and
// moves with the velocity `v`; the shot flies `speed` metres a second. Whoever moves while shooting
// takes their own velocity from `v`. Aim at `p + v * t`.
//
// The formulas are those of "Leading the Target", an article on gamedev.net, with its errors mended:
// it compared two times without abs(), so that approaching targets were missed; it divided by zero
// when the target is as fast as the shot; and a miss was told by the origin, which is also a place.

const double Never = -1;          // the time of a shot that cannot hit

enum LeadMethod { FirstOrder, Iterated, Direct }

// Where to aim: the target's own place if no shot can hit it.
Vec3 leadTarget(const Vec3 &in p, const Vec3 &in v, double speed, LeadMethod method)
{
    double t = method == LeadMethod::FirstOrder ? timeFirstOrder(p, v, speed)
             : method == LeadMethod::Iterated   ? timeIterated(p, v, speed)
                                                : timeDirect(p, v, speed);
    return t == Never ? p : p + v * t;
}

// 1. First order: as long as the shot needs to where the target is now. Right for targets that are
// slow or go across, wrong for those that come or go: misses that are fun.
double timeFirstOrder(const Vec3 &in p, const Vec3 &in v, double speed)
{
    return speed > 0 ? p.length() / speed : Never;
}

// 2. Iterated: the way to where the target will be takes longer or shorter, which changes where it
// will be, and so on, until the time hardly changes any more. Finds no end for targets that are
// about as fast as the shot or faster.
double timeIterated(const Vec3 &in p, const Vec3 &in v, double speed)
{
    const int MostSteps = 50;
    const double Enough = 0.0001; // seconds
    if (speed <= 0)
        return Never;
    double t = 0;
    for (int i = 0; i < MostSteps; i++)
    {
        double next = (p + v * t).length() / speed;
        if (abs(next - t) < Enough)
            return next;
        t = next;
    }
    return Never;
}

// 3. Direct: shot and target have gone equally far when |p + v t| = speed t. Squared, that is
// a t^2 + b t + c = 0; the smaller positive solution is the first moment at which they meet.
double timeDirect(const Vec3 &in p, const Vec3 &in v, double speed)
{
    double a = v.dot(v) - speed * speed;
    double b = 2 * p.dot(v);
    double c = p.dot(p);
    if (c == 0)
        return 0; // it is here
    if (abs(a) < 0.000001) // equally fast: b t + c = 0
        return b < 0 ? -c / b : Never;
    double root = b * b - 4 * a * c;
    if (root < 0)
        return Never;
    double one = (-b - sqrt(root)) / (2 * a);
    double two = (-b + sqrt(root)) / (2 * a);
    double first = min(one, two), second = max(one, two);
    return first > 0 ? first : second > 0 ? second : Never;
}

// The general template: a target that moves in any way, a shot that needs any time to a place. For
// those that brake, jump, or are shot at with something that falls.
funcdef Vec3 PlaceAt(double t);
funcdef double TimeTo(const Vec3 &in place);

double timeInGeneral(PlaceAt@ target, TimeTo@ shot)
{
    const int MostSteps = 50;
    double t = 0;
    for (int i = 0; i < MostSteps; i++)
    {
        double next = shot(target(t));
        if (abs(next - t) < 0.0001)
            return next;
        t = next;
    }
    return Never;
}
