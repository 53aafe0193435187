import { CheckIcon, ChevronRightIcon, CircleIcon } from "lucide-react";
import { DropdownMenu as MenuPrimitive } from "radix-ui";
import { cn } from "@/lib/utils";

/**
 * Not modal: a modal one hides the rest of the page from assistive technology, and leaves it focusable.
 * @param {React.ComponentProps<typeof MenuPrimitive.Root>} props
 */
const DropdownMenu = (props) => <MenuPrimitive.Root modal={false} {...props} />;
const DropdownMenuTrigger = MenuPrimitive.Trigger;
const DropdownMenuGroup = MenuPrimitive.Group;
const DropdownMenuPortal = MenuPrimitive.Portal;
const DropdownMenuSub = MenuPrimitive.Sub;
const DropdownMenuRadioGroup = MenuPrimitive.RadioGroup;

const panel =
  "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-32 overflow-y-auto rounded-md border bg-popover p-1 text-popover-foreground shadow-md";
const item =
  "relative flex cursor-default select-none items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-none focus:bg-accent focus:text-accent-foreground data-[disabled]:pointer-events-none data-[disabled]:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0";

/** @param {React.ComponentProps<typeof MenuPrimitive.Content>} props */
function DropdownMenuContent({ className, sideOffset = 4, ...props }) {
  return (
    <MenuPrimitive.Portal>
      <MenuPrimitive.Content sideOffset={sideOffset} className={cn(panel, className)} {...props} />
    </MenuPrimitive.Portal>
  );
}

/** @param {React.ComponentProps<typeof MenuPrimitive.Item> & { inset?: boolean, variant?: "default" | "destructive" }} props */
function DropdownMenuItem({ className, inset, variant = "default", ...props }) {
  return (
    <MenuPrimitive.Item
      className={cn(
        item,
        inset && "pl-8",
        variant === "destructive" && "text-destructive focus:text-destructive",
        className,
      )}
      {...props}
    />
  );
}

/** @param {React.ComponentProps<typeof MenuPrimitive.CheckboxItem>} props */
function DropdownMenuCheckboxItem({ className, children, ...props }) {
  return (
    <MenuPrimitive.CheckboxItem className={cn(item, "pl-8", className)} {...props}>
      <span className="absolute left-2 flex size-3.5 items-center justify-center">
        <MenuPrimitive.ItemIndicator>
          <CheckIcon className="size-4" />
        </MenuPrimitive.ItemIndicator>
      </span>
      {children}
    </MenuPrimitive.CheckboxItem>
  );
}

/** @param {React.ComponentProps<typeof MenuPrimitive.RadioItem>} props */
function DropdownMenuRadioItem({ className, children, ...props }) {
  return (
    <MenuPrimitive.RadioItem className={cn(item, "pl-8", className)} {...props}>
      <span className="absolute left-2 flex size-3.5 items-center justify-center">
        <MenuPrimitive.ItemIndicator>
          <CircleIcon className="size-2 fill-current" />
        </MenuPrimitive.ItemIndicator>
      </span>
      {children}
    </MenuPrimitive.RadioItem>
  );
}

/** @param {React.ComponentProps<typeof MenuPrimitive.Label> & { inset?: boolean }} props */
function DropdownMenuLabel({ className, inset, ...props }) {
  return (
    <MenuPrimitive.Label className={cn("px-2 py-1.5 text-sm font-medium", inset && "pl-8", className)} {...props} />
  );
}

/** @param {React.ComponentProps<typeof MenuPrimitive.Separator>} props */
function DropdownMenuSeparator({ className, ...props }) {
  return <MenuPrimitive.Separator className={cn("-mx-1 my-1 h-px bg-border", className)} {...props} />;
}

/** @param {React.ComponentProps<"span">} props */
function DropdownMenuShortcut({ className, ...props }) {
  return <span className={cn("ml-auto text-xs tracking-widest text-muted-foreground", className)} {...props} />;
}

/** @param {React.ComponentProps<typeof MenuPrimitive.SubTrigger> & { inset?: boolean }} props */
function DropdownMenuSubTrigger({ className, inset, children, ...props }) {
  return (
    <MenuPrimitive.SubTrigger className={cn(item, inset && "pl-8", className)} {...props}>
      {children}
      <ChevronRightIcon className="ml-auto" />
    </MenuPrimitive.SubTrigger>
  );
}

/** @param {React.ComponentProps<typeof MenuPrimitive.SubContent>} props */
function DropdownMenuSubContent({ className, ...props }) {
  return <MenuPrimitive.SubContent className={cn(panel, className)} {...props} />;
}

export {
  DropdownMenu,
  DropdownMenuTrigger,
  DropdownMenuGroup,
  DropdownMenuPortal,
  DropdownMenuSub,
  DropdownMenuRadioGroup,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuCheckboxItem,
  DropdownMenuRadioItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuShortcut,
  DropdownMenuSubTrigger,
  DropdownMenuSubContent,
};
