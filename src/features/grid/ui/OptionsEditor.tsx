"use client";
import { useId, useState } from "react";
import type { ProvideEditorComponent } from "@glideapps/glide-data-grid";
import { Combobox, Pill, PillsInput, useCombobox } from "@mantine/core";
import { IconCheck, IconPlus } from "@tabler/icons-react";
import { optionMax } from "@/features/entities/limits";
import { backgroundOf, type Choice, choicesFor, choiceWords } from "./option-choices";
import type { OptionsCell } from "./options-cell";
import classes from "./grid.module.css";

type Movement = [-1 | 0 | 1, -1 | 0 | 1];

const areSame = (left: string[], right: string[]) =>
  left.length === right.length && left.every((value, place) => value === right[place]);

/**
 * Editor of a select or multiselect cell: typing filters the options, and new text can be added as one. Enter picks the
 * highlighted option, Tab takes the typed text and moves on, Backspace removes the last one, Escape cancels.
 */
export const OptionsEditor: ProvideEditorComponent<OptionsCell> = ({
  value: cell,
  initialValue = "",
  onChange,
  onFinishedEditing,
}) => {
  const { options, isMany, label } = cell.data;
  const [values, setValues] = useState(cell.data.values);
  const [typed, setTyped] = useState(initialValue);
  const [marked, setMarked] = useState(() =>
    isMany || initialValue !== "" ? 0 : Math.max(0, options.indexOf(cell.data.values[0] ?? "")),
  );
  const store = useCombobox({ opened: true });
  const listId = useId();
  const known = [...options, ...values.filter((value) => !options.includes(value))];
  const choices = choicesFor(known, typed);
  const at = Math.min(marked, choices.length - 1);
  const holding = (next: string[]): OptionsCell => ({ ...cell, data: { ...cell.data, values: next } });
  // An unchanged cell counts as not edited.
  const finish = (next: string[], movement: Movement) =>
    onFinishedEditing(areSame(next, cell.data.values) ? undefined : holding(next), movement);

  const type = (text: string) => {
    setTyped(text);
    setMarked(0);
  };
  const keep = (next: string[]) => {
    setValues(next);
    type("");
    // Clicking outside saves.
    onChange(holding(next));
  };
  const chosen = ({ option }: Choice) =>
    !isMany ? [option] : values.includes(option) ? values.filter((value) => value !== option) : [...values, option];
  const pick = (choice: Choice, movement: Movement) =>
    isMany ? keep(chosen(choice)) : finish(chosen(choice), movement);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const choice = choices[at];
    const isTyped = typed.trim() !== "";
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (choices.length > 0) setMarked((at + (event.key === "ArrowDown" ? 1 : choices.length - 1)) % choices.length);
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) finish(values, [0, 1]);
    else if (event.key === "Enter" && choice) pick(choice, [0, 1]);
    else if (event.key === "Tab")
      finish(isTyped && choice && !(isMany && values.includes(choice.option)) ? chosen(choice) : values, [
        event.shiftKey ? -1 : 1,
        0,
      ]);
    else if (event.key === "Backspace" && typed === "") keep(values.slice(0, -1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Combobox
      store={store}
      zIndex={600}
      position="bottom-start"
      offset={6}
      onOptionSubmit={(words) =>
        pick(
          choices.find((choice) => choiceWords(choice) === words)!,
          [0, 0],
        )
      }
    >
      <Combobox.DropdownTarget>
        <PillsInput variant="unstyled" className={classes.optionsInput}>
          <Pill.Group gap={4}>
            {values.map((value) => (
              <Pill
                key={value}
                radius="sm"
                styles={{ root: { background: backgroundOf(options, value) } }}
                withRemoveButton={isMany}
                onRemove={() => keep(values.filter((one) => one !== value))}
              >
                {value}
              </Pill>
            ))}
            <PillsInput.Field
              autoFocus
              role="combobox"
              aria-label={label}
              aria-expanded={choices.length > 0}
              aria-controls={listId}
              aria-activedescendant={choices[at] && `${listId}-${at}`}
              autoComplete="off"
              maxLength={optionMax}
              placeholder={values.length === 0 ? "Find or add an option" : undefined}
              value={typed}
              onChange={(event) => type(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown
        className={`click-outside-ignore ${classes.optionsList}`}
        miw={200}
        hidden={choices.length === 0}
      >
        <ChoiceList
          id={listId}
          label={label}
          choices={choices}
          marked={at}
          onMark={setMarked}
          options={options}
          values={values}
        />
      </Combobox.Dropdown>
    </Combobox>
  );
};

type ListProps = {
  id: string;
  label: string;
  choices: Choice[];
  /** The highlighted choice's place. */
  marked: number;
  onMark: (place: number) => void;
  options: string[];
  values: string[];
};

function ChoiceList({ id, label, choices, marked, onMark, options, values }: ListProps) {
  return (
    <Combobox.Options id={id} aria-label={label}>
      {choices.map((choice, index) => (
        <Combobox.Option
          key={choiceWords(choice)}
          id={`${id}-${index}`}
          value={choiceWords(choice)}
          selected={index === marked}
          aria-selected={values.includes(choice.option)}
          onMouseMove={() => onMark(index)}
          ref={index === marked ? scrollIntoView : undefined}
        >
          <ChoiceLabel choice={choice} options={options} isChosen={values.includes(choice.option)} />
        </Combobox.Option>
      ))}
    </Combobox.Options>
  );
}

function ChoiceLabel({ choice, options, isChosen }: { choice: Choice; options: string[]; isChosen: boolean }) {
  if (choice.isNew)
    return (
      <>
        <IconPlus size={14} /> {choiceWords(choice)}
      </>
    );
  return (
    <>
      <span className={classes.optionChip} style={{ background: backgroundOf(options, choice.option) }}>
        {choice.option}
      </span>
      {isChosen && <IconCheck size={14} />}
    </>
  );
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: "nearest" });
