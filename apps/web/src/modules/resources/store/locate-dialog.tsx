import type { WireShape } from '@tongda/contract/ground/place/shape';
import { type StoreRow, storeRadius, storeSiteAdd } from '@tongda/contract/resources/store/calls';
import { useState } from 'react';
import { FormDialog } from '../../../kit/dialog/form';
import { ShapeOnMap } from '../../../map/places/shape';

/** 定位: finds the position of a store and makes its site. */
export function LocateDialog({ store, done, close }: { store: StoreRow; done: () => void; close: () => void }) {
  const [shape, setShape] = useState<WireShape | null>(null);
  return (
    <FormDialog
      endpoint={storeSiteAdd}
      input={shape ? { id: store.id, shape } : null}
      touched={shape !== null}
      told={`${store.storeName} 已定位并生成站点`}
      done={done}
      close={close}
      title={`${store.storeName} 定位`}
      okText="生成站点"
      width={860}
    >
      <p className="td-cap">地址：{store.address}</p>
      <ShapeOnMap value={shape} onChange={setShape} usualRadiusM={storeRadius.usual} />
    </FormDialog>
  );
}
