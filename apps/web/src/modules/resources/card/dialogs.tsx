import type { EnumCode } from '@tongda/contract/core/enum';
import { type CardRow, cardBind, cardPage, cardReplace, cardWrite } from '@tongda/contract/resources/card/calls';
import { cardType } from '@tongda/contract/resources/enums';
import { Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { newestRow } from '../../../kit/list/newest-row';
import { searchDrivers, searchStores } from '../../base/reference/door';

const types = cardType.options.map(({ code, name }) => ({ value: code, label: name }));

interface WrittenCard {
  cardNo: string;
  cardType: EnumCode<typeof cardType>;
  driverId: string | null;
  storeId: string | null;
  ownerName: string;
  writerNo: string;
}

/** 写卡: the number of the card, which the reader types into the field, and its owner. */
export function WriteDialog({ done, close }: { done: () => void; close: () => void }) {
  const [values, setValues] = useState<WrittenCard>({
    cardNo: '',
    cardType: cardType.driver,
    driverId: null,
    storeId: null,
    ownerName: '',
    writerNo: '',
  });
  const put = (change: Partial<WrittenCard>): void => setValues((old) => ({ ...old, ...change }));
  return (
    <FormDialog
      endpoint={cardWrite}
      input={values}
      told="写卡成功"
      done={done}
      close={close}
      title="写卡"
      okText="写卡"
      width={440}
    >
      <Form layout="vertical">
        <AtField
          label="卡号"
          htmlFor="card-no"
          name="cardNo"
          extra="把卡放在读卡器上，光标在此处时自动输入；也可以手工输入"
        >
          <Input
            id="card-no"
            autoFocus
            value={values.cardNo}
            placeholder="如 0A1B2C3D"
            onChange={(e) => put({ cardNo: e.target.value })}
          />
        </AtField>
        <AtField label="卡类型" name="cardType">
          <Segmented
            block
            options={types}
            value={values.cardType}
            onChange={(code) => put({ cardType: cardType.codes.find((one) => one === code) ?? cardType.driver })}
          />
        </AtField>
        <OwnerField values={values} put={put} />
        <AtField label="写卡设备" htmlFor="card-writer" name="writerNo">
          <Input
            id="card-writer"
            value={values.writerNo}
            placeholder="如 XK-01"
            onChange={(e) => put({ writerNo: e.target.value })}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}

/** The owner of a new card: a driver, a store, or a typed name, by the type of the card. */
function OwnerField({ values, put }: { values: WrittenCard; put: (change: Partial<WrittenCard>) => void }) {
  if (values.cardType === cardType.driver)
    return (
      <AtField label="司机" htmlFor="card-driver" name="driverId">
        <RemoteSelect
          id="card-driver"
          search={searchDrivers}
          value={values.driverId}
          onChange={(id) => put({ driverId: id ?? null })}
        />
      </AtField>
    );
  if (values.cardType === cardType.store)
    return (
      <AtField label="门店" htmlFor="card-store" name="storeId">
        <RemoteSelect
          id="card-store"
          search={searchStores}
          value={values.storeId}
          placeholder="输入门店名称或编码"
          onChange={(id) => put({ storeId: id ?? null })}
        />
      </AtField>
    );
  return (
    <AtField label="绑定对象" htmlFor="card-owner" name="ownerName">
      <Input
        id="card-owner"
        value={values.ownerName}
        placeholder="部门名称"
        onChange={(e) => put({ ownerName: e.target.value })}
      />
    </AtField>
  );
}

/** 换卡: a new card number for the same owner. */
export function ReplaceDialog({ card, done, close }: { card: CardRow; done: () => void; close: () => void }) {
  const [cardNo, setCardNo] = useState('');
  return (
    <FormDialog
      endpoint={cardReplace}
      input={{ id: card.id, version: card.version, cardNo }}
      check
      fresh={() => newestRow(cardPage, { cardNo: card.cardNo }, card.id)}
      told={`${card.ownerName} 已换卡`}
      done={done}
      close={close}
      title={`${card.ownerName} 换卡`}
      okText="换卡"
      width={400}
    >
      <p className="td-cap">原卡 {card.cardNo} 将注销。</p>
      <Form layout="vertical">
        <AtField name="cardNo" label="新卡号" htmlFor="card-new">
          <Input
            id="card-new"
            autoFocus
            value={cardNo}
            placeholder="如 0A1B2C3D"
            onChange={(e) => setCardNo(e.target.value)}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}

/** 绑定: links an old card, which has only a typed name, to its store or driver. */
export function BindDialog({ card, done, close }: { card: CardRow; done: () => void; close: () => void }) {
  const ofStore = card.cardType === cardType.store;
  const field = ofStore ? 'storeId' : 'driverId';
  const noun = ofStore ? '门店' : '司机';
  const [owner, setOwner] = useState<string | null>(null);
  return (
    <FormDialog
      endpoint={cardBind}
      input={{ id: card.id, version: card.version, [field]: owner }}
      fresh={() => newestRow(cardPage, { cardNo: card.cardNo }, card.id)}
      told={`${card.cardNo} 已绑定`}
      done={done}
      close={close}
      title={`绑定 ${card.cardNo}`}
      okText="绑定"
      width={400}
    >
      <p className="td-cap">
        这张卡只记了名称“{card.ownerName}”，选择对应的{noun}。
      </p>
      <Form layout="vertical">
        <AtField name={field} label={noun} htmlFor="card-bind">
          <RemoteSelect
            id="card-bind"
            search={ofStore ? searchStores : searchDrivers}
            value={owner}
            onChange={(id) => setOwner(id ?? null)}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}
