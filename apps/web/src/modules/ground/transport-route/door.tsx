import './route.css';

export { type StopPlace, searchLines, searchStops } from './options';
export { RouteMap } from './route-map';
