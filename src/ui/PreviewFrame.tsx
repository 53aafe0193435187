"use client";
import type { ReactNode, Ref } from "react";
import { ActionIcon, SegmentedControl, Tooltip } from "@mantine/core";
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconExternalLink,
  IconReload,
} from "@tabler/icons-react";
import { previewWidths, type PreviewWidth } from "./preview-widths";
import classes from "./PreviewFrame.module.css";

const widths = [
  { value: "desktop", Icon: IconDeviceDesktop, label: "Desktop width" },
  { value: "tablet", Icon: IconDeviceTablet, label: "Tablet width" },
  { value: "phone", Icon: IconDeviceMobile, label: "Phone width" },
] as const;

type Props = {
  /** Of the frame, for readers of the screen. */
  title: string;
  source: string;
  /** What opens in a new tab. */
  address: string;
  /** A fragment alone would not load a page again: a new key makes the frame anew. */
  run: number | string;
  frame: Ref<HTMLIFrameElement>;
  stage?: Ref<HTMLDivElement>;
  width: PreviewWidth;
  onWidth: (width: PreviewWidth) => void;
  onReload: () => void;
  onLoad?: () => void;
  allow?: string;
  /** In the toolbar, after reload. */
  tools: ReactNode;
  /** Over the frame until it shows something. */
  waiting?: ReactNode;
};

/** A page of an app's own host in a frame, with a toolbar: reload, width, open in a new tab. */
export function PreviewFrame({ title, source, address, run, frame, stage, width, onWidth, ...rest }: Props) {
  const { onReload, onLoad, allow = "clipboard-write", tools, waiting } = rest;
  return (
    <div className={classes.preview}>
      <div className={classes.toolbar} role="toolbar" aria-label="Preview">
        <Tooltip label="Reload">
          <ActionIcon variant="subtle" color="gray" aria-label="Reload the preview" onClick={onReload}>
            <IconReload size={16} />
          </ActionIcon>
        </Tooltip>
        {tools}
        <SegmentedControl
          className={classes.widths}
          value={width}
          onChange={onWidth}
          aria-label="Width"
          data={widths.map(({ value, Icon, label }) => ({
            value,
            label: <Icon size={16} aria-label={label} style={{ display: "block" }} />,
          }))}
        />
        <Tooltip label="Open in a new tab">
          <ActionIcon
            variant="subtle"
            color="gray"
            component="a"
            href={address}
            target="_blank"
            rel="noopener"
            aria-label="Open the preview in a new tab"
          >
            <IconExternalLink size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.stage} ref={stage}>
        {waiting}
        <iframe
          key={run}
          ref={frame}
          title={title}
          src={source}
          onLoad={onLoad}
          className={classes.frame}
          style={{ width: previewWidths[width] }}
          sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads"
          allow={allow}
        />
      </div>
    </div>
  );
}
