"use client";
import { Alert, Stack, Stepper } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { Modal } from "@/ui/Modal";
import { AtWork, Ended } from "./ImportProgress";
import { Checked, MapColumns, Upload } from "./ImportSteps";
import { isAtWork, isOver } from "./use-followed-import";
import { type ImportProps, useImport } from "./use-import";
import classes from "./imports.module.css";

const stepperClasses = {
  step: classes.wizardStep,
  stepBody: classes.wizardStepBody,
  separator: classes.wizardSeparator,
};

/**
 * "CSV import wizard (1 Upload CSV, 2 Map Columns, 3 Import Data)" (2-builder.md §2). A click outside does not dismiss
 * it, and nothing does while importing. Small files are sent in batches from here; large ones are imported by the
 * server. Progress survives a reload.
 */
export function ImportWizard(props: ImportProps) {
  const { appId, entity, schema, begun } = props;
  const session = useImport(props);
  const { problem, view, sent, chosen, isOpenEnded, keep, leave, stop } = session;
  return (
    <Modal
      opened
      onClose={() => (view && isOver(view) ? keep(view) : leave())}
      title={`Import into ${entity}`}
      size="xl"
      closeOnClickOutside={false}
      closeOnEscape={!isOpenEnded}
      withCloseButton={!isOpenEnded}
    >
      <Stack gap={16}>
        <Stepper active={session.step} size="xs" allowNextStepsSelect={false} wrap={false} classNames={stepperClasses}>
          <Stepper.Step label="Upload CSV" />
          <Stepper.Step label="Map Columns" />
          <Stepper.Step label="Import Data" />
        </Stepper>
        {problem && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle size={18} />}>
            {problem}
          </Alert>
        )}
        {!chosen && !begun && <Upload onFile={(file) => void session.choose(file)} />}
        {chosen && !view && sent === undefined && <MapColumns chosen={chosen} schema={schema} session={session} />}
        {sent !== undefined && <AtWork label="Uploading..." fraction={sent} onCancel={() => void stop()} />}
        {isAtWork(view) && view && (
          <AtWork
            label={view.state === "checking" ? "Checking..." : "Importing..."}
            fraction={view.fraction}
            counts={view}
            isCancelling={session.isStopping}
            cancelLabel={view.state === "importing" ? "Cancel import" : "Cancel"}
            onCancel={() => void stop()}
          />
        )}
        {view?.state === "checked" && <Checked appId={appId} view={view} session={session} />}
        {isOver(view) && view && (
          <Ended
            appId={appId}
            view={view}
            isUndoing={session.isUndoing}
            onUndo={() => session.undo(view.importId)}
            onClose={() => keep(view)}
          />
        )}
      </Stack>
    </Modal>
  );
}
