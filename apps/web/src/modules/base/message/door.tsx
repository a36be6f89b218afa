/** What other modules show of messages: the only file of it that they import. */
export { NoticeSwitches } from './notice-switches';
