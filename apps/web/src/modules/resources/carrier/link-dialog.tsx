import { type CarrierRow, carrierCompany, carrierLink } from '@tongda/contract/resources/carrier/calls';
import { Button, Input, Modal, Space } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { reportError, toast } from '../../../kit/dialog/notify';
import { ShareFacts } from './share-facts';

/** 关联公司: which company of this platform the carrier is, by the code that its administrator gives. */
export function LinkDialog(props: { carrier: CarrierRow; done: () => void; close: () => void }) {
  const { carrier, done, close } = props;
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const tried = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const told = error instanceof ApiError ? error.errors.find((e) => e.field === 'code') : undefined;
      if (told) setFault(told.msg);
      else reportError(error);
      if (error instanceof ApiError && error.code === 4009) {
        done();
        close();
      }
    } finally {
      setBusy(false);
    }
  };
  const look = () => tried(async () => setName((await call(carrierCompany, { code })).name));
  const save = (to: string | null) =>
    tried(async () => {
      await call(carrierLink, { id: carrier.id, version: carrier.version, code: to });
      toast('success', to === null ? `${carrier.name}已取消关联` : `${carrier.name}已关联${name}`);
      done();
      close();
    });
  return (
    <Modal
      open
      title={`关联公司 ${carrier.name}`}
      okText="关联"
      cancelText="取消"
      width={460}
      confirmLoading={busy}
      okButtonProps={{ disabled: name === '' }}
      onOk={() => void save(code)}
      onCancel={close}
    >
      {carrier.linkedName ? (
        <>
          <ShareFacts carrier={carrier} />
          <p>
            <Button danger size="small" disabled={busy} onClick={() => void save(null)}>
              取消关联
            </Button>
          </p>
        </>
      ) : null}
      <p className="td-cap">
        承运商也在使用本平台时，填写它的共享识别码（由对方管理员在公司信息中查看），即可看到双方的设备共享。
      </p>
      <Space.Compact block>
        <Input
          aria-label="共享识别码"
          placeholder="如 SZHD2026"
          value={code}
          maxLength={12}
          status={fault ? 'error' : undefined}
          onChange={(event) => {
            setCode(event.target.value.trim().toUpperCase());
            setName('');
            setFault('');
          }}
          onPressEnter={() => (code ? void look() : undefined)}
        />
        <Button disabled={code === ''} loading={busy} onClick={() => void look()}>
          查找
        </Button>
      </Space.Compact>
      <div style={{ minHeight: 24, marginTop: 6 }}>
        {fault ? (
          <span role="alert" style={{ color: 'var(--td-red)' }}>
            {fault}
          </span>
        ) : null}
        {name ? (
          <span>
            该识别码属于 <b>{name}</b>，确认后点“关联”
          </span>
        ) : null}
      </div>
    </Modal>
  );
}
