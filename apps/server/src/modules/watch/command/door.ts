/** What the rest of the server uses of `command`: the only file of it that others import. */
export { propertiesOrder, readOrder, setOrder, textOrder } from './orders';
export { giveCommand, storeCommands } from './service';
