import { describe, expect, it } from 'vitest';
import { followShipment } from './shipment';

const minute = 60_000;
const at = (clock: string): number => {
  const [h = 0, m = 0] = clock.split(':').map(Number);
  return (h * 60 + m) * minute;
};
const visit = (placeId: string, from: string, to: string | null) => ({
  placeId,
  inAt: at(from),
  outAt: to === null ? null : at(to),
});
const shipment = {
  loadPlaceId: 'dc',
  planLoadAt: at('08:00'),
  departAt: null,
  stops: [{ placeId: 'a' }, { placeId: 'b' }],
  until: at('23:00'),
};

describe('followShipment', () => {
  it('departs on leaving the loading site, arrives at each point, is done on leaving the last one', () => {
    const visits = [visit('dc', '07:20', '08:15'), visit('a', '09:00', '09:30'), visit('b', '10:00', '10:25')];
    const way = followShipment(shipment, visits, at('11:00'));
    expect(way).toEqual({
      loadArriveAt: at('07:20'),
      departAt: at('08:15'),
      stops: [
        { arriveAt: at('09:00'), leaveAt: at('09:30') },
        { arriveAt: at('10:00'), leaveAt: at('10:25') },
      ],
      finishAt: at('10:25'),
    });
    // the same visits in another order of arrival say the same
    expect(followShipment(shipment, [...visits].reverse(), at('11:00'))).toEqual(way);
  });

  it('is loading while it stands there, and under way while a point has not been left', () => {
    const loading = [visit('dc', '07:20', null)];
    expect(followShipment(shipment, loading, at('08:00'))).toMatchObject({
      loadArriveAt: at('07:20'),
      departAt: null,
    });
    const unloading = [visit('dc', '07:20', '08:15'), visit('b', '10:00', null)];
    expect(followShipment(shipment, unloading, at('10:10'))).toMatchObject({
      stops: [{ arriveAt: null }, { arriveAt: at('10:00'), leaveAt: null }],
      finishAt: null,
    });
  });

  it('leaves out an earlier job, passages and what comes after its time', () => {
    const early = [visit('dc', '04:00', '05:50'), visit('a', '06:30', '07:00')];
    expect(followShipment(shipment, early, at('09:00')).departAt).toBeNull();
    const passing = [visit('dc', '07:50', '07:52'), visit('dc', '08:20', '08:40'), visit('a', '09:10', '09:11')];
    expect(followShipment(shipment, passing, at('11:00'))).toMatchObject({
      departAt: at('08:40'),
      stops: [{ arriveAt: null }, { arriveAt: null }],
    });
    const next = [visit('dc', '07:20', '08:15'), visit('a', '23:30', '23:50')];
    expect(followShipment(shipment, next, at('23:59')).stops[0]?.arriveAt).toBeNull();
  });

  it('takes the points in any order, one visit each; a departure that a person entered stays', () => {
    const visits = [visit('dc', '07:20', '08:15'), visit('b', '09:00', '09:20'), visit('a', '10:00', '10:20')];
    expect(followShipment(shipment, visits, at('11:00'))).toMatchObject({
      stops: [{ arriveAt: at('10:00') }, { arriveAt: at('09:00') }],
      finishAt: at('09:20'),
    });
    const twice = { ...shipment, stops: [{ placeId: 'a' }, { placeId: 'a' }] };
    const rounds = [visit('dc', '07:20', '08:15'), visit('a', '09:00', '09:20'), visit('a', '12:00', '12:20')];
    expect(followShipment(twice, rounds, at('13:00')).stops.map(({ arriveAt }) => arriveAt)).toEqual([
      at('09:00'),
      at('12:00'),
    ]);
    const entered = { ...shipment, departAt: at('08:05') };
    expect(followShipment(entered, visits, at('11:00'))).toMatchObject({
      departAt: at('08:05'),
      loadArriveAt: at('07:20'),
    });
  });
});
