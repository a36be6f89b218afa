/** What other modules use of users: the only file of it that others import. */
export { NewPassword } from './new-password';
