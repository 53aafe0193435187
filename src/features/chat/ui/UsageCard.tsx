"use client";
import { Collapse, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ModelUsage } from "@/engines/model/schema";
import { usageRows, usageTotal } from "../summarise-usage";
import classes from "./usage-card.module.css";

/** "Token usage summary card (admin only)"; "token rates shown per 1M tokens" (2-builder.md §2, §9). */
export function UsageCard({ usage }: { usage: ModelUsage }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <div className={classes.card}>
      <UnstyledButton
        className={classes.head}
        disabled={usage.totalTokens === 0}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <span>{usageTotal(usage)}</span>
        <span className={classes.model}>{usage.modelInfo.model}</span>
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">Tokens</th>
              <th scope="col">per 1M</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {usageRows(usage).map(({ label, tokens, rate, cost }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{tokens}</td>
                <td>{rate}</td>
                <td>{cost}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={classes.reason}>Finish reason: {usage.finishReason}</p>
      </Collapse>
    </div>
  );
}
