import { type StoreRow, storeCorrect, storeDetail } from '@tongda/contract/resources/store/calls';
import { shapeBbox } from '@tongda/geo/shape';
import { useAsk } from '../../../kit/call/use-ask';
import { FormDialog } from '../../../kit/dialog/form';
import { ErrorState, Loading } from '../../../kit/show/states';
import { groundOf } from '../../../map/base/wire-shape';
import { PlaceLayer } from '../../../map/places/layer';
import { PinLayer } from '../../../map/places/pin-layer';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';
import { groundColours } from '../../../theme/map-colours';

/** 纠偏: shows the fence and where trucks unload, and moves the fence there. */
export function CorrectDialog({ store, done, close }: { store: StoreRow; done: () => void; close: () => void }) {
  const answer = useAsk(storeDetail, { id: store.id });
  const { shape, learned } = answer.data ?? {};
  const fit = (handle: MapHandle): void => {
    const box = shape ? shapeBbox(groundOf(shape), Math.max(300, (store.offsetM ?? 0) * 1.3)) : null;
    if (box) handle.fitBounds(box, { maxZoom: 15.5, animate: false });
  };
  return (
    <FormDialog
      endpoint={storeCorrect}
      input={{ ids: [store.id] }}
      ready={Boolean(learned && shape)}
      told={`${store.storeName} 的围栏已移到实际卸货点`}
      done={done}
      close={close}
      title={`${store.storeName} 纠偏`}
      okText="移到实际卸货点"
      width={760}
    >
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.isLoading ? <Loading /> : null}
      {shape && learned ? (
        <>
          <p className="td-cap">
            最近 {learned.stays} 次卸货停留的中心与登记坐标相差 {store.offsetM}{' '}
            m，围栏形状和大小不变，以后的到店判定按新位置。
          </p>
          <div className="resources-store-map">
            <MapView onReady={fit} controls={{ right: 8, bottom: 8 }}>
              <PlaceLayer
                names={false}
                places={[
                  {
                    id: store.id,
                    kind: 'site',
                    placeType: 3,
                    name: store.storeName,
                    icon: '',
                    color: groundColours.store,
                    lng: store.lng ?? 0,
                    lat: store.lat ?? 0,
                    insideCount: 0,
                    shape,
                  },
                ]}
              />
              <PinLayer pins={[{ lng: learned.lng, lat: learned.lat, label: '实际卸货点' }]} />
            </MapView>
          </div>
        </>
      ) : null}
    </FormDialog>
  );
}
