import { constants } from '@tongda/contract/shell/constants';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import updateLocale from 'dayjs/plugin/updateLocale';
import { Calendar, ChevronDown } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { EmptyText } from '../kit/show/states';
import { antdTheme } from './antd';
import { useTheme } from './store';

dayjs.extend(updateLocale);
dayjs.locale('zh-cn');
// Pickers start the week on Sunday.
dayjs.updateLocale('zh-cn', { weekStart: constants.ui.firstDayOfWeek % 7 });

const chevron = <ChevronDown className="td-ico td-mute" />;
const calendar = <Calendar className="td-ico td-mute" />;

/** antd in Chinese, small, in the product's colours. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const mode = useTheme((state) => state.mode);
  const brand = useTheme((state) => state.brand);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the brand's colour is in the palette that antdTheme reads
  const config = useMemo(() => antdTheme(mode), [mode, brand]);
  return (
    <ConfigProvider
      locale={zhCN}
      componentSize={constants.ui.size}
      theme={config}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      select={{ suffixIcon: chevron }}
      datePicker={{ suffixIcon: calendar }}
      rangePicker={{ separator: '至' }}
      // what is missing may be far above the button that was pressed
      form={{ scrollToFirstError: { block: 'center', focus: true } }}
      renderEmpty={() => <EmptyText />}
    >
      {children}
    </ConfigProvider>
  );
}
