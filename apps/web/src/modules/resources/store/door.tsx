/** What other modules use of stores: hours of a week as a control. */
export { TimeWindows } from './time-windows-field';
