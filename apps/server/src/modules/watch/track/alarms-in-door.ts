/** Alarms of a vehicle in a range, as far as the caller may read them: for other modules. */
export { platformAlarms as alarmsIn } from './alarms';
