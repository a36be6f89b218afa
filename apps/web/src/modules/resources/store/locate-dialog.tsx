import type { WireShape } from '@tongda/contract/ground/place/shape';
import { type StoreRow, storeRadius, storeSiteAdd } from '@tongda/contract/resources/store/calls';
import { Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';
import { ShapeOnMap } from '../../../map/places/shape-on-map';

/** 定位: finds the place of one store and makes its site. */
export function LocateDialog({ store, done, close }: { store: StoreRow; done: () => void; close: () => void }) {
  const [shape, setShape] = useState<WireShape | null>(null);
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    if (!shape) return;
    setSaving(true);
    try {
      await call(storeSiteAdd, { id: store.id, shape });
      toast('success', `${store.storeName} 已定位并生成站点`);
      done();
      close();
    } catch (error) {
      reportError(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Modal
      open
      title={`${store.storeName} 定位`}
      width={860}
      okText="生成站点"
      cancelText="取消"
      confirmLoading={saving}
      okButtonProps={{ disabled: !shape }}
      onOk={() => void save()}
      onCancel={close}
    >
      <p className="td-cap">地址：{store.address}</p>
      <ShapeOnMap value={shape} onChange={setShape} usualRadiusM={storeRadius.usual} />
    </Modal>
  );
}
