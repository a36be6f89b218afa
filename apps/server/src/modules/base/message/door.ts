/** What the rest of the server uses of `message`: the only file of it that others import. */
export { tellWhatIsDue } from './due';
export {
  type Announcement,
  announceToCompanies,
  changeMessage,
  closeMessages,
  closeMessagesAbout,
  createMessage,
  giveOpenMessages,
  type NewMessage,
  tellProvider,
  tellUsers,
} from './service';
