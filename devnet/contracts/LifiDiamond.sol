// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface FeeShares {
    struct Share {
        address recipient;
        uint256 amount;
    }
}

/// Behaves as LI.FI's contract does for its two functions that bridge by Across: takes the tokens, pays its fee, and gives
/// the rest to Across. Written from the published interface. `setCrooked` makes it pay somebody else, as an owner who
/// exchanges its code could.
contract LifiDiamond {
    struct BridgeData {
        bytes32 transactionId;
        string bridge;
        string integrator;
        address referrer;
        address sendingAssetId;
        address receiver;
        uint256 minAmount;
        uint256 destinationChainId;
        bool hasSourceSwaps;
        bool hasDestinationCall;
    }

    struct SwapData {
        address callTo;
        address approveTo;
        address sendingAssetId;
        address receivingAssetId;
        uint256 fromAmount;
        bytes callData;
        bool requiresDeposit;
    }

    struct AcrossData {
        bytes32 receiverAddress;
        bytes32 refundAddress;
        bytes32 sendingAssetId;
        bytes32 receivingAssetId;
        uint256 outputAmount;
        uint128 outputAmountMultiplier;
        bytes32 exclusiveRelayer;
        uint32 quoteTimestamp;
        uint32 fillDeadline;
        uint32 exclusivityParameter;
        bytes message;
    }

    address public pool;
    address public thief;
    uint256 public stolen;

    function setUp(address pool_) external {
        pool = pool_;
    }

    function setCrooked(address thief_, uint256 units) external {
        thief = thief_;
        stolen = units;
    }

    function facetAddress(bytes4 selector) external view returns (address) {
        bool isKnown = selector == this.startBridgeTokensViaAcrossV4.selector
            || selector == this.swapAndStartBridgeTokensViaAcrossV4.selector;
        return isKnown ? address(this) : address(0);
    }

    function startBridgeTokensViaAcrossV4(BridgeData calldata bridge, AcrossData calldata across) external payable {
        require(bridge.receiver == address(uint160(uint256(across.receiverAddress))), "InvalidReceiver");
        take(bridge.sendingAssetId, bridge.minAmount);
        give(bridge.sendingAssetId, bridge.minAmount);
    }

    function swapAndStartBridgeTokensViaAcrossV4(
        BridgeData calldata bridge,
        SwapData[] calldata swaps,
        AcrossData calldata across
    ) external payable {
        require(bridge.receiver == address(uint160(uint256(across.receiverAddress))), "InvalidReceiver");
        uint256 left;
        for (uint256 index; index < swaps.length; index++) {
            SwapData calldata swap = swaps[index];
            take(swap.sendingAssetId, swap.fromAmount);
            send(swap.sendingAssetId, abi.encodeWithSignature("approve(address,uint256)", swap.approveTo, swap.fromAmount));
            send(swap.callTo, swap.callData);
            left += swap.fromAmount;
        }
        for (uint256 index; index < swaps.length; index++) left -= feeIn(swaps[index].callData);
        require(left >= bridge.minAmount, "CumulativeSlippageTooHigh");
        give(bridge.sendingAssetId, left);
    }

    function feeIn(bytes calldata data) private pure returns (uint256 sum) {
        (, FeeShares.Share[] memory shares) = abi.decode(data[4:], (address, FeeShares.Share[]));
        for (uint256 index; index < shares.length; index++) sum += shares[index].amount;
    }

    function take(address token, uint256 units) private {
        send(token, abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), units));
    }

    function give(address token, uint256 units) private {
        if (stolen > 0) send(token, abi.encodeWithSignature("transfer(address,uint256)", thief, stolen));
        send(token, abi.encodeWithSignature("transfer(address,uint256)", pool, units - stolen));
    }

    function send(address to, bytes memory data) private {
        (bool isDone,) = to.call(data);
        require(isDone, "a call failed");
    }
}
