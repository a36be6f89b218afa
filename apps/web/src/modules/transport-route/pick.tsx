import './route.css';

export { type StopPlace, searchStops } from './options';
export { RouteMap } from './route-map';
