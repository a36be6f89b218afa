/** What the figures of transport are, once for home, lists, tracking, papers and reports (docs/decisions/091). */
export { isMoving, isToDispatch, piecesOfLeg } from './counted';
export { drivenKm, followMileages, odometerAt, standing, standsLong } from './drive';
export { withEtaWords } from './eta-words';
export {
  dueOfOrder,
  etaAtStop,
  etaOfChildren,
  expectedAtStop,
  lateMinOf,
  lateMinOfStop,
  lateOf,
  lateOfStop,
  lateOfTrip,
  tripEta,
  tripLateLevel,
  tripLateMin,
  wasSigned,
} from './late';
export {
  carriesSpoiling,
  channelsOfZone,
  goodsBox,
  isFresh,
  isOutside,
  meanTemp,
  meanTempOfTrip,
  minRateOf,
  temps,
  tempTime,
  wasKept,
} from './temperature';
