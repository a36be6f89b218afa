import { daysAround } from '../../../kit/show/format';

/** Trips of the last three days and everything planned after them, until somebody chooses other days. */
export const recentTrips = () => daysAround(['planFrom', 'planTo'], 2, null);
