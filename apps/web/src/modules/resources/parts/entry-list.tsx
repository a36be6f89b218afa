import { Button, Checkbox, Input } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import './entry-list.css';

export interface EntryColumn<T> {
  key: Extract<keyof T, string>;
  label: string;
  placeholder?: string;
  /** share of the line's width */
  grow: number;
}

interface EntryListProps<T extends object> {
  columns: ReadonlyArray<EntryColumn<T>>;
  blank: T;
  max: number;
  /** name of an entry, for labels and the button: 联系人 */
  noun: string;
  value?: T[];
  onChange?: (value: T[]) => void;
}

const isMain = (entry: object): boolean => 'main' in entry && entry.main === true;

/** A short list that is edited in place, one entry per line. Where entries have a `main`, at most one is the default. */
export function EntryList<T extends object>(props: EntryListProps<T>) {
  const { columns, blank, max, noun, value = [], onChange } = props;
  const put = (at: number, change: Partial<T>): void =>
    onChange?.(value.map((entry, i) => (i === at ? { ...entry, ...change } : entry)));
  const setMain = (at: number, main: boolean): void =>
    onChange?.(value.map((entry, i) => ({ ...entry, main: main && i === at })));
  return (
    <div className="resources-parts-entries">
      {value.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own
        <div className="resources-parts-entry" key={at}>
          <span className="td-cap">{at + 1}</span>
          {columns.map(({ key, label, placeholder, grow }) => (
            <Input
              key={key}
              aria-label={`${noun}${at + 1} ${label}`}
              placeholder={placeholder ?? label}
              value={String(entry[key] ?? '')}
              style={{ flex: grow }}
              // the compiler takes a computed key for any string; `key` is a text field of T
              onChange={(event) => put(at, { [key]: event.target.value } as Partial<T>)}
            />
          ))}
          {'main' in blank ? (
            <Checkbox checked={isMain(entry)} onChange={(event) => setMain(at, event.target.checked)}>
              默认
            </Checkbox>
          ) : null}
          <Button
            type="text"
            icon={<Trash2 />}
            aria-label={`删除${noun}${at + 1}`}
            onClick={() => onChange?.(value.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      {value.length < max ? (
        <Button
          type="dashed"
          icon={<Plus />}
          onClick={() => onChange?.([...value, 'main' in blank ? { ...blank, main: value.length === 0 } : blank])}
        >
          添加{noun}
        </Button>
      ) : null}
    </div>
  );
}
