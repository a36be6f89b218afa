/** A location that examples carry inside: 31.2° north, 121.5° east, 6 km/h to the east. */
export const location = {
  alarmBits: 1,
  statusBits: 0x1001,
  lat: 31.2,
  lng: 121.5,
  altitudeM: 40,
  speedKmh: 6,
  directionDeg: 90,
  time: Date.UTC(2026, 10, 23, 3, 4, 5),
  items: [],
  remainder: null,
};
/** Alarm, status, latitude, longitude, altitude, speed, direction, and the time in China. */
export const locationHex = '00000001 00001001 01dc1300 073df160 0028 003c 005a 261123110405';
