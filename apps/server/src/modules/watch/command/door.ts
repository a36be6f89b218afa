/** What the rest of the server uses of `command`: the only file of it that others import. */

export { cancelCommands } from './again';
export { findDetours } from './detour';
export { addEdition, publishEdition } from './edition';
export { photoOrder, propertiesOrder, readOrder, setOrder, textOrder } from './orders';
export { type Giver, giveCommand, storeCommands } from './service';
export { sendInstructs } from './staff';
export { answerWords as commandWords, causeWords, repeatedWords } from './words';
export { writeStatusNow } from './write-status';
