export { listNames as listItemProfiles, loadItemTable, profileNameSql } from './repo';
