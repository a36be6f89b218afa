/** Orders on their way by state, and how many of them are late or too warm: the home page tells the same numbers as the list. */
export { countByTab } from './orders';
