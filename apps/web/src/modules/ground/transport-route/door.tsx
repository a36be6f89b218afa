import './styles.css';

export { RouteMap } from './map';
export { type StopPlace, searchLines, searchStops } from './options';
