/** What the rest of the server uses of `device-setup`: the only file of it that others import. */
export { keepPackage, publishPackage } from './package';
export { startUpgrade } from './rollout';
export { templateWrites } from './template';
