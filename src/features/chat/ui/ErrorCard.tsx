"use client";
import { ActionIcon, Button, Text, Tooltip, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconEyeOff, IconMinus, IconSparkles } from "@tabler/icons-react";
import {
  type ErrorPanelAction,
  type ErrorPanelState,
  returnedError,
  visibleErrors,
} from "@/features/turns/resolve-errors";
import link from "./context-dialog.module.css";
import classes from "./error-panel.module.css";

type Props = {
  state: ErrorPanelState;
  dispatch: (action: ErrorPanelAction) => void;
  isBusy: boolean;
  onResolve: () => void;
  /** Restores the version before a fault that fixing did not cure. */
  onGoBack: (versionId: string | undefined) => void;
};

const counted = (count: number) => (count === 1 ? "1 issue" : `${count} issues`);

/** The floating error panel, bottom right of the preview: a small button when minimized, nothing when empty. */
export function ErrorCard({ state, dispatch, isBusy, onResolve, onGoBack }: Props) {
  const visible = visibleErrors(state);
  const suppressed = state.errors.length - visible.length;
  const returned = returnedError(state);
  const isFixing = state.fix === "fixing";
  if (state.errors.length === 0 && !isFixing) return null;
  if (state.isMinimized)
    return (
      <Button
        data-corner="button"
        className={classes.pill}
        size="xs"
        variant="default"
        leftSection={<IconAlertTriangle size={14} />}
        onClick={() => dispatch({ type: visible.length > 0 || isFixing ? "expand" : "show-suppressed" })}
      >
        {isFixing ? "Fixing..." : visible.length > 0 ? counted(visible.length) : "show suppressed issues"}
      </Button>
    );
  return (
    <aside data-corner="panel" className={classes.panel} aria-label="Errors in the app">
      <header className={classes.head}>
        <IconAlertTriangle size={16} aria-hidden />
        <Text size="sm" fw={600} flex={1} role="status">
          {isFixing ? "Fixing..." : counted(visible.length)}
        </Text>
        <ActionIcon variant="subtle" color="gray" aria-label="Minimize" onClick={() => dispatch({ type: "minimize" })}>
          <IconMinus size={16} />
        </ActionIcon>
      </header>
      <ul className={classes.list}>
        {visible.map(({ key, title, details, componentName }) => (
          <li key={key} className={classes.error}>
            <div className={classes.words}>
              <b>{title}</b>
              {componentName && (
                <Text size="xs" c="dimmed">
                  {componentName}
                </Text>
              )}
              {details && <pre className={classes.details}>{details}</pre>}
            </div>
            <Tooltip label="Suppress">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Suppress: ${title}`}
                onClick={() => dispatch({ type: "suppress", key })}
              >
                <IconEyeOff size={15} />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
      {(returned || state.wayBack) && visible.length > 0 && !isBusy && (
        <div className={classes.returned} role="status">
          {returned
            ? `“${returned.title}” came back after two attempts.`
            : "The same errors came back after two attempts."}{" "}
          <UnstyledButton className={link.link} onClick={() => onGoBack(returned?.versionId)}>
            Go back to the last good version
          </UnstyledButton>
        </div>
      )}
      <footer className={classes.foot}>
        {suppressed > 0 ? (
          <UnstyledButton className={link.link} onClick={() => dispatch({ type: "show-suppressed" })}>
            show suppressed issues
          </UnstyledButton>
        ) : (
          <span />
        )}
        <Button
          size="xs"
          leftSection={<IconSparkles size={14} />}
          loading={state.fix === "asked"}
          disabled={isBusy || isFixing || visible.length === 0}
          onClick={onResolve}
        >
          {isFixing ? "Fixing..." : "Resolve with AI"}
        </Button>
      </footer>
    </aside>
  );
}
