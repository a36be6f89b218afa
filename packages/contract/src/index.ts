/** The only barrel: one line a module, sorted by path. Named things are imported from their own file (`@tongda/contract/core/enum`). */
export * as areas from './areas';
export * as built from './built';
export * as download from './download/download';
export * as session from './identity/session';
export * as launcher from './launcher';
export * as live from './live';
export * as location from './location/location';
export * as track from './location/track';
export * as menus from './menus';
export * as messages from './messages';
export * as patterns from './patterns';
export * as prefs from './prefs/prefs';
export * as routes from './routes';
export * as topics from './topics';
export * as tree from './tree';
