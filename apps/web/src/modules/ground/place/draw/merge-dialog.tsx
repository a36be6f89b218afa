import { mergeLimit, placeMerge } from '@tongda/contract/ground/place/areas';
import type { PlaceRow } from '@tongda/contract/ground/place/calls';
import { Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { call } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { reportError, toast } from '../../../../kit/dialog/notify';

interface MergeDialogProps {
  places: PlaceRow[];
  /** shows the place that the areas became */
  done: (id: string) => void;
  close: () => void;
}

/** 合并: which area stays, and what the whole is called. */
export function MergeDialog({ places, done, close }: MergeDialogProps) {
  const [keptId, setKeptId] = useState(places[0]?.id ?? '');
  const kept = places.find(({ id }) => id === keptId);
  const [name, setName] = useState(kept?.name ?? '');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (!kept) return;
    setBusy(true);
    try {
      const otherIds = places.flatMap(({ id }) => (id === keptId ? [] : [id]));
      await call(placeMerge, { id: kept.id, version: kept.version, name, otherIds });
      toast('success', `${places.length} 个区域已合并为“${name.trim()}”`);
      close();
      done(kept.id);
    } catch (error) {
      const [first] = error instanceof ApiError ? error.errors : [];
      if (first) setFault(first.msg);
      else reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`合并 ${places.length} 个区域`}
      width={460}
      okText="合并"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: name.trim() === '' || places.length > mergeLimit }}
      onOk={() => void save()}
      onCancel={close}
    >
      <p className="td-cap">
        相连或重叠的区域合并成一个多边形。保留一个，沿用它的类型、限速等设置；其余的删除，历史报表仍按当时的范围计算。
      </p>
      <Form layout="vertical">
        <Form.Item label="保留">
          <Radio.Group
            aria-label="保留"
            className="plc-merge"
            value={keptId}
            onChange={({ target }) => {
              const next = places.find(({ id }) => id === target.value);
              setKeptId(String(target.value));
              if (name === kept?.name) setName(next?.name ?? name);
            }}
            options={places.map((place) => ({ value: place.id, label: place.name }))}
          />
        </Form.Item>
        <Form.Item
          label="合并后名称"
          required
          validateStatus={fault ? 'error' : undefined}
          help={fault ? <span role="alert">{fault}</span> : undefined}
        >
          <Input
            aria-label="合并后名称"
            value={name}
            maxLength={30}
            onChange={({ target }) => {
              setName(target.value);
              setFault('');
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
