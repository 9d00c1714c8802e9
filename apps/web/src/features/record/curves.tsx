import { mdiRefresh } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { placedNames } from './graph-layout.ts';
import { Graphs } from './graphs.tsx';
import { useOpenRecord } from './open-record.ts';
import planeStyles from './plane.module.css';
import { Plane } from './plane.tsx';
import { useRecordDisplay } from './record-display.ts';
import styles from './record-view.module.css';
import { wantedLayout } from './wanted-layout.ts';

/** The graphs; where none is to be drawn, or they could not be fetched, the way back to the usual ones. */
export function Curves(): ReactNode {
  const { t } = useTranslation('record');
  const { record, view, layout } = useOpenRecord();
  const [failed, setFailed] = useState(false);
  const display = useRecordDisplay();
  const { reset } = view;
  const onFailed = useCallback(() => {
    reset();
    setFailed(true);
  }, [reset]);
  if (placedNames(layout).length > 0) {
    const graphs = <Graphs onFailed={onFailed} />;
    if (view.plane === undefined) return graphs;
    return (
      <div className={planeStyles.beside}>
        <Plane x={view.plane} />
        {graphs}
      </div>
    );
  }
  const again = () => {
    setFailed(false);
    view.setLayout(() => wantedLayout(record, display.variables));
  };
  return (
    <div className={styles.noCurves}>
      <MessageScreen
        title={t(failed ? 'graphs.failed' : 'graphs.empty')}
        text={t(failed ? 'graphs.failedText' : 'graphs.emptyText')}
      >
        <Button variant="contained" onClick={again} startIcon={<Icon path={mdiRefresh} size={18} />}>
          {t(failed ? 'retry' : 'graphs.usual')}
        </Button>
      </MessageScreen>
    </div>
  );
}
