import { type CardRow, cardBind, cardFields, cardReplace, cardWrite } from '@tongda/contract/resources/card/calls';
import { cardType } from '@tongda/contract/resources/enums';
import { Form, Input, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { reportError, toast } from '../../../kit/dialog/notify';
import { RemoteSelect } from '../../../kit/form/remote-select';
import { searchDrivers, searchStores } from '../../base/reference/door';

type Faults = Record<string, string>;
const types = cardType.options.map(({ code, name }) => ({ value: code, label: name }));

/** Findings of the server by field; anything else is told as it is. */
function faultsOf(error: unknown): Faults {
  if (error instanceof ApiError && error.errors.length > 0)
    return Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg]));
  reportError(error);
  return {};
}

/** 写卡: the number that the reader shows (it types it here), and whose card it is. */
export function WriteDialog({ done, close }: { done: () => void; close: () => void }) {
  const [values, setValues] = useState({
    cardNo: '',
    cardType: cardType.driver as number,
    ownerName: '',
    writerNo: '',
  });
  const [driverId, setDriverId] = useState<string | null>(null);
  const [storeId, setStoreId] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const put = (change: Partial<typeof values>): void => {
    setValues((old) => ({ ...old, ...change }));
    setFaults({});
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const input = { ...values, driverId, storeId, cardType: values.cardType as (typeof cardType.codes)[number] };
      await call(cardWrite, input);
      toast('success', '写卡成功');
      done();
      close();
    } catch (error) {
      setFaults(faultsOf(error));
    } finally {
      setBusy(false);
    }
  };
  const item = (field: string) => ({
    validateStatus: faults[field] ? ('error' as const) : undefined,
    help: faults[field],
  });
  return (
    <Modal
      open
      title="写卡"
      okText="写卡"
      cancelText="取消"
      width={440}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={close}
    >
      <Form layout="vertical">
        <Form.Item
          label="卡号"
          htmlFor="card-no"
          {...item('cardNo')}
          extra="把卡放在读卡器上，光标在此处时自动输入；也可以手工输入"
        >
          <Input
            id="card-no"
            autoFocus
            value={values.cardNo}
            placeholder="如 0A1B2C3D"
            onChange={(e) => put({ cardNo: e.target.value })}
          />
        </Form.Item>
        <Form.Item label="卡类型" {...item('cardType')}>
          <Segmented
            block
            options={types}
            value={values.cardType}
            onChange={(code) => put({ cardType: Number(code) })}
          />
        </Form.Item>
        {values.cardType === cardType.driver ? (
          <Form.Item label="司机" htmlFor="card-driver" {...item('driverId')}>
            <RemoteSelect
              id="card-driver"
              search={searchDrivers}
              value={driverId}
              onChange={(id) => {
                setDriverId(id ?? null);
                setFaults({});
              }}
            />
          </Form.Item>
        ) : values.cardType === cardType.store ? (
          <Form.Item label="门店" htmlFor="card-store" {...item('storeId')}>
            <RemoteSelect
              id="card-store"
              search={searchStores}
              value={storeId}
              placeholder="输入门店名称或编码"
              onChange={(id) => {
                setStoreId(id ?? null);
                setFaults({});
              }}
            />
          </Form.Item>
        ) : (
          <Form.Item label="绑定对象" htmlFor="card-owner" {...item('ownerName')}>
            <Input
              id="card-owner"
              value={values.ownerName}
              placeholder="部门名称"
              onChange={(e) => put({ ownerName: e.target.value })}
            />
          </Form.Item>
        )}
        <Form.Item label="写卡设备" htmlFor="card-writer" {...item('writerNo')}>
          <Input
            id="card-writer"
            value={values.writerNo}
            placeholder="如 XK-01"
            onChange={(e) => put({ writerNo: e.target.value })}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** 换卡: another number for the same owner. */
export function ReplaceDialog({ card, done, close }: { card: CardRow; done: () => void; close: () => void }) {
  const [cardNo, setCardNo] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const parsed = cardFields.shape.cardNo.safeParse(cardNo);
    if (!parsed.success) {
      setFault(parsed.error.issues[0]?.message ?? '');
      return;
    }
    setBusy(true);
    try {
      await call(cardReplace, { id: card.id, version: card.version, cardNo });
      toast('success', `${card.ownerName} 已换卡`);
      done();
      close();
    } catch (error) {
      setFault(faultsOf(error).cardNo ?? '');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${card.ownerName} 换卡`}
      okText="换卡"
      cancelText="取消"
      width={400}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={close}
    >
      <p className="td-cap">原卡 {card.cardNo} 将注销。</p>
      <Form layout="vertical">
        <Form.Item
          label="新卡号"
          htmlFor="card-new"
          validateStatus={fault ? 'error' : undefined}
          help={fault || undefined}
        >
          <Input
            id="card-new"
            autoFocus
            value={cardNo}
            placeholder="如 0A1B2C3D"
            onChange={(e) => {
              setCardNo(e.target.value);
              setFault('');
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** 绑定: a card of before gets its store or driver of the register. */
export function BindDialog({ card, done, close }: { card: CardRow; done: () => void; close: () => void }) {
  const ofStore = card.cardType === cardType.store;
  const field = ofStore ? 'storeId' : 'driverId';
  const noun = ofStore ? '门店' : '司机';
  const [owner, setOwner] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(cardBind, { id: card.id, version: card.version, [field]: owner });
      toast('success', `${card.cardNo} 已绑定`);
      done();
      close();
    } catch (error) {
      setFault(faultsOf(error)[field] ?? '');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`绑定 ${card.cardNo}`}
      okText="绑定"
      cancelText="取消"
      width={400}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={close}
    >
      <p className="td-cap">
        这张卡只记了名称“{card.ownerName}”，选择对应的{noun}。
      </p>
      <Form layout="vertical">
        <Form.Item
          label={noun}
          htmlFor="card-bind"
          validateStatus={fault ? 'error' : undefined}
          help={fault || undefined}
        >
          <RemoteSelect
            id="card-bind"
            search={ofStore ? searchStores : searchDrivers}
            value={owner}
            onChange={(id) => {
              setOwner(id ?? null);
              setFault('');
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
