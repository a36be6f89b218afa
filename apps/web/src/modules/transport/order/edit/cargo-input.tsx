import { itemNameOptions } from '@tongda/contract/resources/item-name/calls';
import { AutoComplete } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../../kit/call/use-ask';
import { useEditScope } from '../../../../kit/form/edit-context';
import { formatNumber, none } from '../../../../kit/show/format';
import { TempClasses } from '../../../../kit/show/temp-class';
import { useFieldValue } from '../../parts/use-field-value';
import type { ItemDraft } from './form';

interface CargoInputProps {
  label: string;
  item: ItemDraft;
  bad: 'error' | undefined;
  change: (set: Partial<ItemDraft>) => void;
}

const round = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** 品名: free text, or one of the company's item names, which brings its class, unit and, with the pieces, weight and volume. */
export function CargoInput({ label, item, bad, change }: CargoInputProps) {
  const { form } = useEditScope();
  const customerId = useFieldValue<string>(form, 'customerId');
  const [open, setOpen] = useState(false);
  const { data = [] } = useAsk(
    itemNameOptions,
    { customerId: customerId || undefined, keyword: item.cargoName || undefined },
    { when: open, keep: true, staleTime: 60_000 },
  );
  const take = (id: string): void => {
    const found = data.find((one) => one.id === id);
    if (!found) return;
    const { pieces } = item;
    change({
      cargoId: found.id,
      cargoName: found.cargoName,
      packUnit: found.packUnit,
      temperatureType: found.temperatureType,
      ...(pieces !== null && found.unitWeight !== null ? { weightKg: round(pieces * found.unitWeight, 2) } : {}),
      ...(pieces !== null && found.unitVolume !== null ? { volumeM3: round(pieces * found.unitVolume, 3) } : {}),
    });
  };
  return (
    <AutoComplete
      aria-label={label}
      value={item.cargoName}
      status={bad}
      popupMatchSelectWidth={320}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onSelect={(id: string) => take(id)}
      onChange={(text: string) => {
        // a chosen entry comes as its id: `take` writes its name
        if (!data.some((one) => one.id === text)) change({ cargoName: text.slice(0, 50), cargoId: null });
      }}
      options={data.map((one) => ({
        value: one.id,
        label: (
          <span className="transport-order-cargo">
            <TempClasses codes={[one.temperatureType]} /> {one.cargoName}
            <span className="td-cap">
              {one.unitWeight === null ? none : `${formatNumber(one.unitWeight, 2)} kg`} / {one.packUnit}
            </span>
          </span>
        ),
      }))}
    />
  );
}
